/** Returns settings that are stored in memory, with their contents. */
export function settings() {
  const kept = new Map<string, string>();
  return {
    kept,
    readSetting: (name: string) => Promise.resolve(kept.get(name)),
    writeSetting: (name: string, value: string) => {
      kept.set(name, value);
      return Promise.resolve();
    },
    addSetting: (name: string, value: string) => {
      const there = kept.get(name) ?? value;
      kept.set(name, there);
      return Promise.resolve(there);
    },
  };
}
