/**
 * Returns a line of text for each conflict between the proxy settings. A proxy either terminates
 * TLS and sends the client's certificate, or it passes TLS through and sends the client's address.
 * In both cases, the proxy's addresses must be set.
 */
export function proxyProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { proxyAddresses }: { readonly proxyAddresses: readonly string[] },
): readonly string[] {
  const kinds = ['PIS_CLIENT_CERTIFICATE_HEADER', 'PIS_PROXY_PROTOCOL'];
  const [kind, another] = kinds.filter((name) => environment[name] !== undefined);
  if (another !== undefined) return [`Set only one of ${kinds.join(' and ')}.`];
  if ((kind !== undefined) === proxyAddresses.length > 0) return [];
  return [
    kind === undefined
      ? `PIS_PROXY_ADDRESSES needs ${kinds.join(' or ')}.`
      : `${kind} needs PIS_PROXY_ADDRESSES.`,
  ];
}
