/** Where the two doors of TLS are when no setting says so. */
export const DEFAULT_PORTS = { https: 8443, pages: 8444 } as const;
