#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { requireNode } from './node-version.ts';

requireNode();
// Makes new files readable by this user only: they contain customers' data, keys and secrets.
process.umask(0o077);
const args = process.argv.slice(2);
if (args.length > 0) {
  const { runProgram } = await import('./cli/start-sandbox.ts');
  await runProgram(fileURLToPath(import.meta.url), args, process.env);
} else {
  const { usableConfig } = await import('./usable-config.ts');
  const config = usableConfig(process.env);
  const { start } = await import('./service.ts');
  await start(config);
}
