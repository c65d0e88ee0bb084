interface Component {
  readonly group?: string;
  readonly name: string;
  readonly components?: readonly Component[];
}

/** Returns the names of all components of a bill of materials, sorted. npm scopes are included. */
export function namesOf(bill: string): readonly string[] {
  const names = (all: readonly Component[]): readonly string[] =>
    all.flatMap(({ group, name, components = [] }) => [
      [group, name].filter(Boolean).join('/'),
      ...names(components),
    ]);
  return [...names((JSON.parse(bill) as { components: Component[] }).components)].sort();
}
