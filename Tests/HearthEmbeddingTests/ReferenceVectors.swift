/// Tokens and vectors of all-MiniLM-L6-v2 by the reference implementation.
/// Written by Benchmarks/embedding/make_fixtures.py; do not edit.
struct ReferenceVector: Sendable {
    let text: String
    /// With the special tokens at both ends, cut to 256.
    let tokens: [Int32]
    /// 384 little-endian 16-bit integers: the components times 32767, in Base64.
    let components: String

    static let all = [
        ReferenceVector(
            text: "The quick brown fox jumps over the lazy dog.",
            tokens: [101, 1996, 4248, 2829, 4419, 14523, 2058, 1996, 13971, 3899, 1012, 102],
            components:
                "oAWLBysG7QlsAy/7q/9U+K7/0wImBiMHBPuY/PwApPxX+yn7ewmq+YL42/cnBNEC5/bC+x73mPmNCcbxbf7VBGn83AH2+7D1eAdVAAcFTANhBsb/LPq/A/Hyrwbg9a/+LgGsAdL6cfyYAZ0IuAgI/zj/k/qhBv/9OQFHBcACVgGAA2UCjfwJ95nywv9EAqX4J/4PAEwAx/xPBnr5FwjpAYn8NPq4+c0E7AQzAPgDlQJo/hP8bvwu9235wAJ7ASkAawJX+j76kP+uAZACgA/1Ai/9yvuZ/wQAsQwdAmb/JP6G/1oMqQO8AtD26vxb+kPytAizEMz13wD2/Bf6KvwAAFsJL/359Nv22vfD9j7/Av1f/BwGrvXN/8YBVvy1+3Dx0/6e/iMEiAdHBNINO/s0/J8GHv0X90H9A/0sBmj7//no+i8OK/7W8HYH/fc9/LkHsP8NAmwDMgOw96L+mgNTAer/iQIb/M4AmAbq+cD3OQytCWX8hfsIDYsCSvtgAJf5UhMd+AL16gBM/v0JPgJkBZUE/O6SBGb9mQEi+0sG//2LD6b1APpCBaT9kgiOAOkCQf4z+vn6Mv/HBkf7HAkAAHgN1fnoCGkIDPqWBmj+GwQu9GkGyvvIAeP/X/9ODQsAwgZ9/vcCsAFF+S8ECgA1CPkEhwefCpf9Gv0k8xf7efg8AIn6NAMxCCv7IP+t/4LzagLj/zkCGQk7BOMA0/iWBoH65AXg/hAEUwbHA4n5DPkFAHb8cQRN/cQB1wPKAXT/E/7J9Dv3hfryCen2Dv+8ArwB4vWzAKIKnA47ADULrfr9AbT+EP9iAYT3GQUQ8TsIKAWf938CXgreBtQJRv4AAFH6LgG+9HcFXAkoAtf6XwLOCjX74QO4AycItQMd/kYCsPs3AlMEohbB/Uj4Kv7y/Ez6SvyG9Mb/p/zDAF75+QqG9RIBIQVZBWMNov+EAr4AtQHGBTf9N/4196D/Bvxz8toIkvoE+lX7xAXOB5n3Tf+e/ev3CvtwBBwHrQYuBxAN"
        ),
        ReferenceVector(
            text: "What did we agree about the Q3 budget?",
            tokens: [101, 2054, 2106, 2057, 5993, 2055, 1996, 1053, 2509, 5166, 1029, 102],
            components:
                "YflpCDD7ZP8s/5QECwDl/UEA6grf/LQE2P7O/i0F3Pv4BHn2dgKx/V78cwT6DMYHJQzMA4T2dQAvAMwAsP0XCKAPNPUsCLL/QwRq/Hz5IQhB+u4EvfhtAzgAI/2t/bj7Vv1T+IwDGP6E/cP39P1cAWj/4P4JAX3+y/bW/dEAywJdDaH6JQB69xr3uQYB84f6WgAE81YC2AGQCTUMAf/X+SkFqfbD9OEG6AC3/Ln5zPee+SX8DP62AAsDagDhAGsF3Pt3/GIILgJHCHEIywff+0n+Yf+0Bj4DV/9J/Rr6Lf25/TH75/2OBHUHwQbpCbUBFwZk/Zj3gP2c+/r9WfQAALj//AfdABIBxfysACkDaAC++Nb8lwg7A7j+NP+2Dfb6/+f0BZwADf7MBtv2PwKH/Y4IMwODCMUGfgQD/j36TAXQBsn1hvij//P51Pzn96QGrQCyBXgBsPjnBroFMAiL/178A/4+AdH8kfzCAYUCp/iGBBAD4PmKAnABk/6EACr/PvePE6EBeg2H+Q4Nsvs//nT/5geVALkAfPiuAXP/h/Xg+mYAdgxoBf0AGfUhC18FuwAYAsMBsP0eBLACsfkAAGX/HAjsASAAD/qYAUf3R/nmC/QBtgBZACYDEwd8/EMAXwbz5wAHQv2jDDgAF/00Akf6DgiA+sL2Zf7e9/D4ces39QX5aAIyAZMCVQTj+RkJWwUW/o/5ngcOAakCMv9293UFQAIN/yoCEfx3BYfx3/7vAa4F+gtIAF37GwJP+f37LwLGBuIE1f9tCeH7ifxu+t8C7gju//kKK/rGA0ILfgKfCSsCyf2J9wwEyflYAvT5vPXrBAj8GwDkBjUNcwAAAH4MlQNJ/XkCXwIN+q//TwzuABcRnv94AK8A0AQG+2AGgvYoAVr9l/kjBXsK4PSs+K4BmAF7+vMC4gK3AeD9wPyR+tn43PGR+Yv0H/qwD8v+4/2WBRP2pwHjAKkCCOVa/bb3Ovav//P+QQEiBdQJrfumAZ3/O/qv+TEDUfYCAPAH"
        ),
        ReferenceVector(
            text: "Der Kündigungsfrist beträgt drei Monate zum Monatsende.",
            tokens: [
                101, 4315, 28919, 4305, 12734, 5620, 19699, 2923, 6655, 29181, 2102, 2852, 7416, 13813, 2618, 16950,
                2213, 13813, 3215, 10497, 2063, 1012, 102,
            ],
            components:
                "KgBrAjUCFgTa/owJPAVuFGz8k/n7APT15PmI/ZP8PPuM7/cTXwATAv/49/QRArICiglhAh4DvgLJ/UkBMPoBAdb+ZASn+U3+lgKw9FD5Iv16/3kOT/7b+8kIZgbkB5QG/febAB/2HfhACT0Euv/Z/XkOMv2VARzzCgIJ+zj32QAr+s8Am/oxBxv5XPrgA8321fe0Bsv7eAo9/a/4lQf19z3/evoDBUgDZf9XAzUIEvw9BjX43vmOADj1WwUB+tr3Bf5JCor7DgVn/+sGv/ttA475T/1e/E/8fP69A1L5Z/kNAHL96/+2/kcCRfYz+W4GYwOF+eD+PvxZBGv4kAkAALEBofE4AfcFvw9z+xr8YPvmAkT7WAA3BZPz5gLJAXP6LQuf/XACdv5d/f8HofteBLUFIvzmCh8DUPzKBHYBYfSL+dL9A/xb+z38bv+L/aX9/wSk9tQDUAKvBoUEMwB/AOMExgL5/tQDv/sqAOsCLAP58+4A2fuuAW79vAKg/VAHoAE8A4v/P/yxCFYH5vet9/IGhANj+gYBpfwwBGv4a/jk8cQBQfuG/67/Mvtw+rX6GADOBegCzQos/JP9AQIAAOj6RADe8CQH8fh//abzgg+I+mf0d/nQ97kJQgYz968A9Q4v+j4CMQM6DPL+K/jx/wQACQYP/+sIXv6x+qMKhgHSBQP5nv3AAoMKqwfTAHAMqfwn/2v1owNyBe4AlfiH/nUIfPpqAwMB3gU8/JUI5wEbASf66/tiC/8MiwJ8BbL95QDC+Df3ZPk3CpICCQm0BecDXghI9fj+3gG8CoMDUgQu+aD9OAHNCvn9c+7YAnX9zAG2/qH/o/OJA2AD+PoAAJAG6fdi9xsHKgTf8h3w5vXr/KL9kAbGCwf2XAqmCiUB/wXl+9763QKJB2f6wvV88Y0GsQSQ/wgAdvg4BqEDwQV3/xkA3wApBqnzDQBH/fP9kwp5/OYN4gNW/kb5HAdk/+8HZANCAaz/lwvt/nr/0Af5B5/+UvfSA3P6M/39B9gA"
        ),
        ReferenceVector(
            text: "我们明天早上九点在会议室见面。",
            tokens: [101, 1855, 100, 1865, 1811, 100, 1742, 100, 100, 100, 1763, 100, 100, 100, 1976, 1636, 102],
            components:
                "TP5ODbYLvAHV/h4GPQ2M//MEHvmYCxDz5foL+boDRPpdAQMBJvgtALYDdgYVA+AKmfSgAHz8FAKuBzcAR/nQDDIDhwKpAOgFzv0P9QwCUv+f+TP8wAgz+awEq/7t/8UC+wNaAKf3jvpN9Sj5oAbcDAACgflL//369PXzAlL+Xv2eBHADpQHe/jkAEgcpAWj8ofyl//fwWf9HAbr9WgBYAP74w/2iA3wA8P/UAK/6wgRW/I0ACfd7Cln6nQKY7EECmPW88gP9BgSoB9EDeP/WCSL9l/qSBZT2ZAaXA834KPBB9krzbf8aBbkDEfuu+koANP6F/674CPmY8UT7SRIAAFf+ZfyOAjwAgPlIBKb7DP0r+vf7kAG3/SP9oP9X/hn/4AHM9yEML/j8Aqv0qvhK/14FQ/myBEwAl/oJBP8I+wWQAaUAZAIlCQcK0g0mBWYGnwMX+zn5MfJRCocHBP94+TsF8fgfALD9hfocBt4JXP9a/rADcPbt/+gA2fFA+b0Dy/qXBH78yPjmBl/2Hv5t/hIMkwZb9UMDp/vfA9EDpwcA/zn5KATl+n0NzgXfCCv/OwaIC6ztGf99EI0HuPoAAHcEyQxX9yj/a/wt/UsBOggV9/UHm/lA+agGEABcAHMGz/8KAgj/sAqFAOXyqPhFB0oBUAAWCwT7QgG4+Gj8+vj2+hEKn/4/AcYH2fFD+M3/QQSxA8AEYvnaAIIHGfkF+mXvqgCzBLH5UwR8+fcA1gPeCPz7EQLo/PMEzfu++pgBMAfN/R0H0APkA7UDywYA/t79+QKz80oDhgQkBT8Euf6UAWv/f/7y+Ob6BgHa95kJPf+sAJP4cwbM/yr3DQAAAET8X/F0AXD8pAGHAQz/cAEzCzn4GQOEBwLzZAU9/dkDGQB3/SwJAv3iAIkC9wO7+mf3NAe7+G4K5v6xB1b/+f1L/+j7SPtw/fEH8wBOAf8AGQvFApQIOQKBB5D3BAgsAuX9rv6/9SsCygUR+/bwMQfsA6wE3wVDAZkHNgiH8Nj6"
        ),
        ReferenceVector(
            text: "Быстрая лиса прыгает через ленивую собаку",
            tokens: [
                101, 1181, 29113, 29747, 22919, 16856, 10260, 17432, 1190, 10325, 29747, 10260, 1194, 16856, 29113,
                29741, 10260, 15290, 22919, 1202, 15290, 16856, 15290, 29744, 1190, 15290, 18947, 10325, 25529, 29748,
                29757, 1196, 14150, 29740, 10260, 23925, 29748, 102,
            ],
            components:
                "QAVOBPL/+PtF/j0I3hIjCO35Sv6H/EQGsga9AW39hwC/ApMDdfo6BJr9kvuBCWgExADC/Nv32fZoCSYBdwMt+/sHW/0GAIT+jv0M+e3/AAtt/NL0P+0jAsr7dwmJ/0v/XQjuAWz3VPwP+ZMArgFR9jf5jAtf+6T8MQYECXH+3vs1BoECBALu/m393QZLAsIDlvHg+Hb3cvhuBLr/ef/kAfoB2Peg9CICPvNp9QQBdAci/isEbfjNA9UHy/+Q+lkAGvwC9ykOG/38+p4EXgdXAnby4P2s9/f1+QC1/L8ELPrVAND3v/45CTP+gfch/t8AfQ8SAHMC+wIc/5n1/QsAAGP8J/1K/NX+9PVYB/n6SwDF/c8LUfs+AAEE7vzCBswMUQlr+tH+ahD5AKf/8Pf1AGcF3vyrBwABg/sp++/+pPsu+e3/z/yD+7T6SgcoCHv/NQwB9vb6ZQfECccHpwTh8/8BefxFAoT+ivjmCXQHwf63/WwGk/a7+akLaPNDA8QEfv8V+D8Ayv4sAxD4HPBn+JAF+QF/9+z/ePRzAgf/hgLb9HMAWQM//cMDtg5VATLzz/zCBHfw1fVTBdAFuwEAACcFrfuk/o0EZQMLAOsFugYwBQwTVf0U9LcDIQix/3YCYgvdCmD1cv8N9Q0HnASRA5n/p/rWCG33Wfb3BST7XP8++hYGFwPA/iEOgPNW/hMD/wGiBBEKLf0/BDT9lPaw+d/9AAENCZUFrvye++cIdwDR+pEEjwOo/hn6xf0+BV//nf6CC0L+QQJeDFr+eQn+++j9OhOI+nQE5PRFApgC5fm3ASj7FgFg+rUEBPH49mEEUPyW9ZT/YvwRA0//qwYAAHb9Jf18/VMAZgIz+fsDt/yh9y7//AEg/ab8uwHF+oILBv74+8cC2v4gDJb6rQCy9gb38wAfAMEBEQZf/DAC4P/fBPz3kwY5AN0GZAc5BkgAOQVFAwMHaQAP9+b56/P39oYC3AKpBRoDFQFHAor+jAUEAYQGL/5iAGr/owrZA67y"
        ),
        ReferenceVector(
            text: "안녕하세요, 반갑습니다! こんにちは",
            tokens: [
                101, 1463, 30006, 30021, 29992, 30010, 30025, 30005, 30006, 29997, 30009, 29999, 30013, 1010, 1460,
                30006, 30021, 29991, 30006, 30024, 29997, 30017, 30024, 29992, 30019, 29993, 30006, 999, 1655, 30217,
                30194, 30188, 30198, 102,
            ],
            components:
                "avSfDhkFH/zl91L+DwfE/sn6wvxZCk/5fwi39zwFL/0vAZUBt/cl+6IAzwMFA4sG+/oMANf7MAa8EQUEhwNtBfELygek+UsCevcR/t7+//8j7TLz1w339XkLPwRn+/T7svhZBxz34vb7AZf4RACb/9z4pwHr/IcCF//aBDzwngROBVb/T/3N/x8ClgCGAgn72/02BrPvmPxzBpgAEgSPB73+APpp+wQDoPTY/gv1bwhI+LwDogG8BGb8AP7e7tgBSvTmA+H9cA2NAnQMugArBoP0p/baBDD6tQM6/TgABvVw/Gf6OwWB+joEWfZ9A9IA/f9gAh3+KPsI9lr3GgwAAFz43v+VDCz5JPcUAkH+uvm3+MUCDPyD+o/91fdKAzsDEPzr/fsBCA1KBZj/HgeV/WkAtfmwCZ/97gbAA2MHnPyF+QH5Rfhm+68AdQI2Bgz+Zfzk/lj4Ewvk/+EFSwOo+VwC/vzU+a4ASAMwAPECzgdaEtb/0/Qa/cv3bAGNAP/7Ugwo+an9p/j4BIH7jP2f/roEeQUb7/YAY/wo/0kCiATz+QYDcwM887AJTAPf/QL1LAXpCC/5iv04AmH/xgIAAMoGKArG62wDaQQEBCr8hQr9/mH9XAPmAjEMpfsO//sARwFeBKMCggNqAVcEjPm9C4P5LfjVBfH9dAD8/7oCuPcXBBgJawLj80IGWv5G/7D/ygTyCCMEWwOlAOIAfOu0+XX8PPSMBO/3Av6G958JIwJlCiz/SQTYAFEBWvirAbj4FvwJ+LsCHAaJBHkCGQISBPD+uQXH+nD+2P1yB8UE1QBJ+e4MTwKV9yv8wf26/RoGV/6U/m/7YAytANL8rvYAAAoAJ+5oAhz86P0l/wUCQf8aACbz1wiNAAD2oQic/34DMQg6CdH8zfokDTX+iwAbAyb/dQcv9vEJs/i/+Kf8+f3aAr/9H/x3AN4FugHKBRsHbwC69un/wf5GAc39xAnM++z9rAIA+nf7Jvm1AzQIjAjGARn9vgOnBfQJzwZC86b/"
        ),
        ReferenceVector(
            text: "for (i, x) in values.enumerated() { print(\"\\(i): \\(x)\") } // naïve café ½",
            tokens: [
                101, 2005, 1006, 1045, 1010, 1060, 1007, 1999, 5300, 1012, 4372, 17897, 9250, 1006, 1007, 1063, 6140,
                1006, 1000, 1032, 1006, 1045, 1007, 1024, 1032, 1006, 1060, 1007, 1000, 1007, 1065, 1013, 1013, 15743,
                7668, 1092, 102,
            ],
            components:
                "+AOKDR8EnwCB/Mv5rAse/IADZ/5VBHP+xga/8lkJMASF/dEDyASO+ugHhAsl/M8G9QPwDZQC8vuZARUL0f8P+S8Juf2lC6j/ZP64+5cJlAOVBNLz1vwu9W8KVfmN+JUFbPx1AhcG9gT39aX5agiWAF7+IvtGCHj9OQru9aX5bg6I/kf0lv9sCHH+k/4Z/tkKegFgBNb//wRECj34YgJWCxz+4wK6B34Cef+0/OMEpwvs/jQOqPv9/SwGWf/+/9wHSAv8AUb9NwDR+6v6WwWt+4z3bQBrAx7zWf9f/cj88vDDBd3+w/+g+pH8KgL7BtkEh//F/M/7+QOX+JkCgv8AAPjze/5vBrr8MPmE+nP8X/mO9XUC7gP5DCwFvAVa/WcCmwQrAjH77wPy+33/6gTU9qru2wBeANP4cf7jA0sEwfogBEb4NQKsCp0OFP7t/HcFtvQyBREMJBILAkr+Cf+9//YFowA4+ub6rPfEB6v/cP1mCsgDo/nLAxn1rgjfBmwDR/xL/7AIagMh+3f+Ffdh/Lz+Avyy+AD8ZP368o/uLPq0BWkAgv5IBh8BqAD0/yH/XQuD+rz4Wf+F/nT0t/cAADMJYwbuBhYAMvtH/hcFQP59BoMAZP8U/l/+MP5jCQMDff7g/gn+SOZY/xf5BgHK/B4DGAQpAA74t//IBPYBjvQxBaIOwwFYBr37LgCq+4n+hvt4BYsArAJSAO/0H/s9BxD/VQYdBvf/Q/LsCN32RPkj+kkCCAJzAE7+//5SBKICUQEm/cn/kf/C97/v2gTl+5XuW/5Y96n7mfkxANn7tAkvBz4AwwKuBTkArfyYDrgFJPvV/7kE/QN5BEQLMwcAAPT0P/ZG/3sATfs2Bfj84PYwBiICQwYe+ln8uv7XCDkGWgl9/737gwYUASj9FPqb94j4qPbB/sL9IvzpBX33afoc+7YAZAHCBVP2Wv4oCJ0GHfkT9c70Kv0iAuj2r/pVBB0F0v5C8zUFPAaj8un8+ATn+7MADv6sBxQEhwEkAqn5"
        ),
        ReferenceVector(
            text: "!",
            tokens: [101, 999, 102],
            components:
                "uO4k/lEBWPyNCBQChwt2/OjyzPUk+pQDSAus/vQDZvou94v8eP9ABGX/o/8FCe/+j/4rAxL7UQTp/8vySvfvBBAI/v+h+If8rPss9BwEiwb2+6L9xwFMCWMJKPny+1gA1gdrAlf9QP5eB7H7bf13+W39svNa//X6hv6eBfHszAUF/asARwutAu4AQQqpC4D6GgeR9n0FngaLEOz71w5mDwwCSPwJ+NwI1v3W8XH+ffs//AQJefuA+YIFj/0O85D5OgBUBKvyTSCOART/hApa+DAFefor+z3/DQLm+mEBXvbP/20JagGPBJn+Uv4DAdT+NAFn/zz6WwGRCXvyjwMAAKL/VQkpB+0AbgL+CvX8r/lc/4oAaf5h+9z2qAK+/a8FKfv9+qz6pgKH/kIDLQCgAmD5AfsEAbbzEAWK/ocBDwLj/EL/YfpU/7v/pfFH/0QFNgJcARX5av+V9V8Pqfw1AYUD2gi0+oICIfS5Au36t/5KAGr8DADS/wb+YwF9AlT6f/iC+eAA6AQKBUwD2/9sCiwIcf62/HsBJfn4/xwIdftGBcL7rPv7+csMlwCbAOD2ZgJR/iIDMgFwBh4I//0AAI0BqgFtAGYDvwKj/owFGAlw+R8FVf7P+M0Di/yC/UgC0AY4AdIDif8o+YT+2fzTCRX0fwnVCc4IZvifB3ACyAAs+5v/aQWgCKwBBQLk/lv/KwYNAD8HqAnn+eH93gC3/Qz95glO9WX4nAKnAXD+mwOHATcDIgLDA2T/pAcC/ywPbwltA0L9KwIMAP/5bQDw/HLtgP/x9zj8QgXC+HUFPP5G++EF2QCu9Wr/OvsLBQX7xvrNBAT9EgWuD9cG3P8AAIX9bgkM+EMAEwYK/9T4QgW3/f/6wghfB4L3SxDfB2gCePay/eP7YfhkAM/9ewJ8+aQEJf9Z994EBAra+zcJ+QF/+kAAw/2J67D7igMBApn65/Ec/DoFef7O/bv9kAMFAl//ZfuOA///lP4ZBnMNsgGUAwP8EgdxDeENKwaZ+d4C"
        ),
        ReferenceVector(
            text:
                "Paragraph 0 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 1 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 2 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 3 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 4 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 5 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 6 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 7 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 8 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 9 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 10 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 11 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 12 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 13 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 14 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 15 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 16 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 17 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 18 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 19 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 20 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 21 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 22 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 23 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 24 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 25 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 26 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 27 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 28 says that the meeting was moved from Monday to Tuesday because of the strike. Paragraph 29 says that the meeting was moved from Monday to Tuesday because of the strike.",
            tokens: [
                101, 20423, 1014, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1015, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1016, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1017, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1018, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1019, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1020, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1021, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1022, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 1023, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 2184, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 2340, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 2260, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 2410, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                1012, 20423, 2403, 2758, 2008, 1996, 3116, 2001, 2333, 2013, 6928, 2000, 9857, 2138, 1997, 1996, 4894,
                102,
            ],
            components:
                "//lJAvMKpQLICjEQSQHe+iYJtAaJ/O8H+Psj/jMHqf62+IH/RvEOBfMCLf2V+DUIwglxCagAUQQp/gkBofcaDUf8cwScAjT/4QfkAm4EIfzW+NMAFwNk/H32pQX5AloDf/eNBAkCSf1o+tEB7wTnEP8KsgCxBxgHgQDK+xD4cAcL+Wr9/QVS98sAHATCAsICJ/wk9mX/6QVa/GEC7AVf87L+ZQig/4cGegft/PUASASCBaz3ugHE/9r/sfgJA7D7d/16B14KEwNlAhcEGfb/9qL9LfgX+m75BPaZAKcADAJA/fH62frYALz/ygNV/or+uQJPAN73XgL979kCkQEAAMj+ZPj2ATr+PhF69278PvuRCXL+Tf6y+AkQ1fht/Jn3ugK8/C7/TgEUCHr7s/wiBaT2sv65+4b8/vBFAWP3oPsRDCsGrQcsAiUKt/zi/XP5xQJG/Ef7TfX+DzMCXAB2AcAOnv+yBSgK7hSy/z79Jvs0/8/+JwzvB4T/egVi/9IMlQOG/hvw9fuX/R/4GAgeB7b/WAUA9qX6gfM/CBr+d/7yBfMBjgHH+Y36l/+GBBD7FfwvAZ8HLveLBZcHjw4AACb4wQP/+wj3AQEdCiUCufo/AqgBMv6j+0LtV/6Q9ekAOghq+TH+JgbsCM//yPgJ+tgHZQFgDUoBdP9EAir9Uf3Y+R8HjwU9+rP/0AfO+nD+xQa2A4IIzQcnBe0C3/wq/5/2GPr8/uX9pwUTAkECoARNAIvv2vuZ/M4BbwCc/nkEJgwi+rDzKPjABwv+9/N78sj8nfht/YH82/3CA8vuMgX5+yj5PPjp/k36mwTO92z/dAbIAyD5IvmLAvoB8QMAAC4AMQFG+6D9aQy7/b4Ebvs4BzQGov9RADH3QgEj+b3/LPxy+IP9Jv7Y/x3zLgCo/54DYAOS+SIJwwQu+zD22gda9in/HvjQ/sj/8vzSBnr12Ptb+AH8IAL2/pr2QvRW/yYDr/0H9bT8DQMu/s/90wXoA6H41gib+P7/eAZ287UF"
        ),
    ]
}
