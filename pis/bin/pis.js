#!/usr/bin/env node
/* Starts pis. `npm run build` in the root of the checkout creates dist/. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
const [major, minor] = process.versions.node.split('.').map(Number);
// The oldest version in `engines`. An older one cannot load the packages.
if (major < 22 || (major === 22 && minor < 19)) {
  refuse(`Node.js 22.19 or later is required, but this is ${process.versions.node}.`);
} else if (existsSync(fileURLToPath(main))) await import(main.href);
else refuse('pis is not built. Run in the root of the checkout: npm run build');

function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 2;
}
