/** The store's setting that tells which folder has the payment files of nodes that share a store. */
export const FOLDER_SETTING = 'files-folder';

/** Where a folder of payment files has what tells it from others: the value of that setting. */
export function folderMark(filesDirectory: string): string {
  return `${filesDirectory}/owner`;
}
