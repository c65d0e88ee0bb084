/**
 * The service's own code as it is served: from the build, not through a loader of TypeScript,
 * which adds to every function.
 */
export async function built() {
  const [reading, validation, source, tally, errors, initiation, store] = await Promise.all([
    import(at('pipeline/read/index')) as Promise<typeof import('../../src/pipeline/read/index.ts')>,
    import(at('pipeline/validate')) as Promise<typeof import('../../src/pipeline/validate.ts')>,
    import(at('pipeline/source')) as Promise<typeof import('../../src/pipeline/source.ts')>,
    import(at('pipeline/tally')) as Promise<typeof import('../../src/pipeline/tally.ts')>,
    import(at('kernel/errors')) as Promise<typeof import('../../src/kernel/errors.ts')>,
    import(at('domain/initiation')) as Promise<typeof import('../../src/domain/initiation.ts')>,
    import(at('store/sqlite/index')) as Promise<typeof import('../../src/store/sqlite/index.ts')>,
  ]);
  return { ...reading, ...validation, ...source, ...tally, ...errors, ...initiation, ...store };
}

function at(module: string): string {
  return new URL(`../../dist/${module}.js`, import.meta.url).href;
}
