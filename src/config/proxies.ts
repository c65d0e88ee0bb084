/**
 * What is wrong with what is said of a proxy, in a line each: it ends TLS, and tells the
 * certificate, or passes TLS on, and tells the address; and nobody but it may say so.
 */
export function proxyProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { proxyAddresses }: { readonly proxyAddresses: readonly string[] },
): readonly string[] {
  const kinds = ['PIS_CLIENT_CERTIFICATE_HEADER', 'PIS_PROXY_PROTOCOL'];
  const [kind, another] = kinds.filter((name) => environment[name] !== undefined);
  if (another !== undefined) return [`${kinds.join(' and ')} exclude each other.`];
  if ((kind !== undefined) === proxyAddresses.length > 0) return [];
  return [
    kind === undefined
      ? `PIS_PROXY_ADDRESSES needs ${kinds.join(' or ')}.`
      : `${kind} needs PIS_PROXY_ADDRESSES.`,
  ];
}
