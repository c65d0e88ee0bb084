/** Name of the setting in a shared database that identifies the folder with its payment files. */
export const FOLDER_SETTING = 'files-folder';

/**
 * Returns the path of the file that identifies a folder of payment files. It contains the value of
 * that setting.
 */
export function folderMark(filesDirectory: string): string {
  return `${filesDirectory}/owner`;
}
