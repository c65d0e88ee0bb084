/**
 * Entry point of `npm run bench -- [compare|load|history] …`. It runs the benchmarks on this
 * checkout, compares two commits, puts load on a running service, or adds the last results to the
 * history. The option `--help` of each command describes it.
 */
const [first, ...rest] = process.argv.slice(2);
if (first === 'compare') {
  const { compare } = await import('./commands/compare.ts');
  await compare(rest);
} else if (first === 'load') {
  const { load } = await import('./commands/load.ts');
  await load(rest);
} else if (first === 'history') {
  const { history } = await import('./commands/history.ts');
  history(rest);
} else {
  const { measure } = await import('./commands/measure.ts');
  await measure(process.argv.slice(2));
}
