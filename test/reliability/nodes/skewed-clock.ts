/*
 * Loaded before a node: its clock is wrong by so many milliseconds, as that of a machine is whose
 * time nobody sets.
 */
const skewMs = Number(process.env['CLOCK_SKEW_MS'] ?? '0');
const trueNow = Date.now.bind(Date);
Date.now = () => trueNow() + skewMs;
