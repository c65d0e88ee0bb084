/** Returns a settings store in memory. Tests read and change its contents in `stored`. */
export function settings() {
  const stored = new Map<string, string>();
  return {
    stored,
    readSetting: (name: string) => Promise.resolve(stored.get(name)),
    writeSetting: (name: string, value: string) => {
      stored.set(name, value);
      return Promise.resolve();
    },
    addSetting: (name: string, value: string) => {
      const there = stored.get(name) ?? value;
      stored.set(name, there);
      return Promise.resolve(there);
    },
  };
}
