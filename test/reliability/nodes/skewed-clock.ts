import { SECOND_MS } from '../../../src/kernel/time.ts';

/*
 * Loaded before a node: its clock is wrong by so many seconds, as that of a machine is whose time
 * nobody sets.
 */
const skewMs = Number(process.env['CLOCK_SKEW_SECONDS'] ?? '0') * SECOND_MS;
const trueNow = Date.now.bind(Date);
Date.now = () => trueNow() + skewMs;
