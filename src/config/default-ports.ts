/** Default ports of the two TLS listeners. */
export const DEFAULT_PORTS = { https: 8443, pages: 8444 } as const;
