import { recordPlaces } from './recording.ts';
import type { Operation } from './trace.ts';

/**
 * Returns the control runs by name, each as a function that returns true for syncs that the disk
 * ignores. Power cuts must then lose data, which shows that the campaign can detect losses.
 */
export function controlsOf(folder: string): Record<string, (operation: Operation) => boolean> {
  const { data } = recordPlaces(folder);
  const isOfFolder = ({ kind }: Operation): boolean => kind.startsWith('folder');
  return {
    wal: ({ path }) => path === `${data}/service.db-wal`,
    database: ({ path }) => path === `${data}/service.db`,
    files: (operation) => !isOfFolder(operation) && operation.path.startsWith(`${data}/files/`),
    folders: (operation) => isOfFolder(operation) && operation.path.startsWith(`${data}/files`),
    root: (operation) => isOfFolder(operation) && operation.path === data,
  };
}
