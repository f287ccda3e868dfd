# The two commands are `make run` and `make test`. `make help` lists the others.
# Recipes are short on purpose: what takes more than a line lives in scripts/.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local

##@ The two commands
run: build ## set up, build for release, then show a small library being read and asked
	@scripts/demo

test: setup ## set up, build, run every test and check
	@scripts/test

##@ Steps of them
setup: ## bring what is missing, into .deps/
	@scripts/setup

build: setup ## the release build of `hearth`, in .build/release/
	@scripts/build

test-cluster: setup ## several servers over one PostgreSQL, of which any is killed (minutes)
	@scripts/test-cluster

check: setup ## formatting, module fences, warnings as errors, target imports; no tests
	@scripts/check

sanitize: setup ## the tests near C under the address and the thread sanitizer
	@scripts/check-sanitizers all

demo: run ## the same as `make run`

##@ Use
install: build ## put `hearth` under PREFIX (default /usr/local), with completions, man page, model and licences
	@scripts/install "$(DESTDIR)$(PREFIX)"

uninstall: ## take away what `make install` put under PREFIX
	@scripts/install --remove "$(DESTDIR)$(PREFIX)"

##@ Work on it
bench: build ## measure, with peers beside it where they can be installed; see Benchmarks/
	@Benchmarks/run

format: ## bring the source into the house format
	@swift format --in-place --parallel --recursive --configuration .swift-format Package.swift Sources Tests

docs: setup ## the documentation of the library, in .build/docs/
	@scripts/docs

clean: ## remove what was built from this repository
	rm -rf .build

distclean: clean ## remove also what set-up brought
	rm -rf .deps Sources/CSQLCipher/vendor/sqlite3.c* Sources/CSQLCipher/vendor/LICENSE.txt
	rm -rf Sources/CSnowball/generated

help: ## this list
	@awk 'BEGIN { FS = ":.*## " } \
	    /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	    /^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: run test setup build test-cluster check sanitize demo install uninstall bench format docs clean distclean help
