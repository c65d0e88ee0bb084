#!/usr/bin/env node
import { requireNode } from './node-version.ts';

requireNode();
// Makes new files readable by this user only: they contain customers' data, keys and secrets.
process.umask(0o077);
const { usableConfig } = await import('./usable-config.ts');
const config = usableConfig(process.env);
const { start } = await import('./service.ts');
await start(config);
