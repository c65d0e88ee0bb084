#!/usr/bin/env node
import { requireNode } from '../node-version.ts';

requireNode();
await import('./run.ts');
