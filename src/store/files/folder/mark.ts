/** Name of the database setting that contains the id of the folder with the payment files. */
export const FOLDER_SETTING = 'files-folder';

/**
 * Returns the path of the file that identifies a folder of payment files. The file contains the
 * same id as the database setting above.
 */
export function folderMark(filesDirectory: string): string {
  return `${filesDirectory}/owner`;
}
