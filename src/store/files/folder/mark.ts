/** The setting of a store that nodes share which tells what folder has their payment files. */
export const FOLDER_SETTING = 'files-folder';

/** Where a folder of payment files has what tells it from others: the value of that setting. */
export function folderMark(filesDirectory: string): string {
  return `${filesDirectory}/owner`;
}
