"""The parts of the mock server that mock.py starts: a module for each view, and the memory behind them."""
