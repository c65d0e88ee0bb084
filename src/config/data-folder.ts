/** Where things lie below a data folder: the service and its operators' programs agree on this. */
export interface DataFolder {
  readonly database: string;
  /** The payment files, laid out as src/store/files/content.ts says. */
  readonly files: string;
  /** The sandbox's own keys and certificates; the secure profile has none of its own. */
  readonly pki: string;
  /** The socket at which the running service takes its operators' commands. */
  readonly control: string;
}

/** The places below a data folder, whether there is anything or not. */
export function dataFolder(directory: string): DataFolder {
  return {
    database: `${directory}/service.db`,
    files: `${directory}/files`,
    pki: `${directory}/pki`,
    control: `${directory}/control.sock`,
  };
}
