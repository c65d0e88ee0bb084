#!/usr/bin/env node
/*
 * Starts pisctl. In a checkout, it first builds dist/ if that is missing or older than src/. An
 * installed package has no build.js and contains dist/.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const build = fileURLToPath(new URL('../build.js', import.meta.url));

/** Builds if necessary. Writes the compiler's output to stderr: stdout is for data. */
function buildIfStale() {
  if (!existsSync(build)) return 0;
  const stdio = ['ignore', process.stderr, process.stderr];
  return spawnSync(process.execPath, [build, '--or-built'], { stdio }).status ?? 2;
}

const status = buildIfStale();
if (status === 0) await import('../dist/cli/main.js');
else process.exitCode = status;
