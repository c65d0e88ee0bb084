/** Sends events to the callback addresses of TPPs. */
export interface Callbacks {
  /**
   * Sends a security event token. Returns null if the TPP accepted it (202), and otherwise the
   * reason. Never rejects.
   */
  send(address: string, token: string): Promise<string | null>;
  /** Ends all requests. */
  close(): void;
}
