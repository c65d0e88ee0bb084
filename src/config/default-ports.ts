/** Default ports of the internal listener and of the two TLS listeners. */
export const DEFAULT_PORTS = { plain: 8080, https: 8443, pages: 8444 } as const;
