/**
 * Returns the URL of a worker's built JavaScript file. Code that runs from TypeScript sources, as
 * tests do, uses the build in `dist`. Tests thus run the shipped code, and threads start in half
 * the time.
 */
export function builtWorkerUrl(name: 'file-worker' | 'directory-worker'): URL {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/workers' : '.';
  return new URL(`${folder}/${name}.js`, import.meta.url);
}
