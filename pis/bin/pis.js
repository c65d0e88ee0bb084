#!/usr/bin/env node
/* Starts pis. `npm run build` in the root of the checkout creates dist/. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) await import(main.href);
else {
  process.stderr.write('pis is not built. Run in the root of the checkout: npm run build\n');
  process.exitCode = 2;
}
