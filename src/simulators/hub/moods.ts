/** Names of the predefined scenarios, the default first. */
export const MOODS = ['calm', 'rough', 'hostile'] as const;

export type Mood = (typeof MOODS)[number];
