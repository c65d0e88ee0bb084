/**
 * Returns the URL of a worker's built JavaScript file. If the service runs from TypeScript sources,
 * as in tests, the file in `dist` is used. Tests therefore run the code that is shipped, and
 * threads start in half the time.
 */
export function builtWorkerUrl(
  name: 'file-worker' | 'traced-file-worker' | 'directory-worker',
): URL {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/workers' : '.';
  return new URL(`${folder}/${name}.js`, import.meta.url);
}
