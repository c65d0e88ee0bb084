/**
 * Where the code of a thread lies. Threads run built code. From the sources, as tests do, they take
 * the build beside them: what is served is what is tried, and a thread is there in half the time.
 */
export function builtWorkerUrl(name: 'file-worker' | 'directory-worker'): URL {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/workers' : '.';
  return new URL(`${folder}/${name}.js`, import.meta.url);
}
