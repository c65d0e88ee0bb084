import { measure } from './commands/measure.ts';

/** `npm run bench`: what is measured, and how, says bench/README.md. */
await measure(process.argv.slice(2));
