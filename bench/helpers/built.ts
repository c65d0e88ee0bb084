import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MEASURED } from './results.ts';

/**
 * Imports the service's code from the measured build. With a TypeScript loader, every function
 * would cost more.
 */
export async function built() {
  const [types, reading, validation, source, tally, errors, initiation, store, shared] =
    await Promise.all([
      import(at('domain/records/file-types')) as Promise<
        typeof import('../../src/domain/records/file-types.ts')
      >,
      import(at('pipeline/read/index')) as Promise<
        typeof import('../../src/pipeline/read/index.ts')
      >,
      import(at('pipeline/validate')) as Promise<typeof import('../../src/pipeline/validate.ts')>,
      import(at('store/files/source')) as Promise<typeof import('../../src/store/files/source.ts')>,
      import(at('pipeline/tally')) as Promise<typeof import('../../src/pipeline/tally.ts')>,
      import(at('shared/errors')) as Promise<typeof import('../../src/shared/errors.ts')>,
      import(at('contract/initiation')) as Promise<
        typeof import('../../src/contract/initiation.ts')
      >,
      import(at('store/sqlite/index')) as Promise<typeof import('../../src/store/sqlite/index.ts')>,
      import(at('store/postgres/index')) as Promise<
        typeof import('../../src/store/postgres/index.ts')
      >,
    ]);
  const stores = { ...store, ...shared };
  return {
    ...types,
    ...reading,
    ...validation,
    ...source,
    ...tally,
    ...errors,
    ...initiation,
    ...stores,
  };
}

/** Imports from the measured build the modules that create a service with its listeners. */
export async function builtService() {
  const [config, wiring, access, plain, server, tls] = await Promise.all([
    import(at('config/config')) as Promise<typeof import('../../src/config/config.ts')>,
    import(at('app/index')) as Promise<typeof import('../../src/app/index.ts')>,
    import(at('app/access')) as Promise<typeof import('../../src/app/access.ts')>,
    import(at('listeners/internal-listener')) as Promise<
      typeof import('../../src/listeners/internal-listener.ts')
    >,
    import(at('listeners/server')) as Promise<typeof import('../../src/listeners/server.ts')>,
    import(at('listeners/tls/tls-files')) as Promise<
      typeof import('../../src/listeners/tls/tls-files.ts')
    >,
  ]);
  return { ...config, ...wiring, ...access, ...plain, ...server, ...tls };
}

/** Imports from the measured build the search index and what it reads files with. */
export async function builtSearch() {
  const [jobs, keys, lookUp, inTurn, writer, locating, ranges, files, reading, examining, source] =
    await Promise.all([
      import(at('workers/search-jobs')) as Promise<
        typeof import('../../src/workers/search-jobs.ts')
      >,
      import(at('domain/search/keys')) as Promise<typeof import('../../src/domain/search/keys.ts')>,
      import(at('store/search/look-up')) as Promise<
        typeof import('../../src/store/search/look-up.ts')
      >,
      import(at('use-cases/search/look-up')) as Promise<
        typeof import('../../src/use-cases/search/look-up.ts')
      >,
      import(at('store/search/segment-writer')) as Promise<
        typeof import('../../src/store/search/segment-writer.ts')
      >,
      import(at('pipeline/search-index')) as Promise<
        typeof import('../../src/pipeline/search-index.ts')
      >,
      import(at('store/files/ranges')) as Promise<typeof import('../../src/store/files/ranges.ts')>,
      import(at('store/files/open-stored-files')) as Promise<
        typeof import('../../src/store/files/open-stored-files.ts')
      >,
      import(at('pipeline/read/index')) as Promise<
        typeof import('../../src/pipeline/read/index.ts')
      >,
      import(at('pipeline/examine-file')) as Promise<
        typeof import('../../src/pipeline/examine-file.ts')
      >,
      import(at('store/files/source')) as Promise<typeof import('../../src/store/files/source.ts')>,
    ]);
  return {
    ...{ ...jobs, ...keys, ...lookUp, ...inTurn, ...writer, ...locating },
    ...{ ...ranges, ...files, ...reading, ...examining, ...source },
  };
}

function at(module: string): string {
  return pathToFileURL(join(MEASURED, 'dist', `${module}.js`)).href;
}
