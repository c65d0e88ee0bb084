/** `npm run bench -- [compare] …`: `--help` of each says more. */
const [first, ...rest] = process.argv.slice(2);
if (first === 'compare') {
  const { compare } = await import('./commands/compare.ts');
  await compare(rest);
} else {
  const { measure } = await import('./commands/measure.ts');
  await measure(process.argv.slice(2));
}
