import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '../../../../src/simulators/hub/outcomes.ts';
import { readScenario, SCENARIOS } from '../../../../src/simulators/hub/scenario.ts';

const page = readFileSync(new URL('../../../../docs/hub-simulator.md', import.meta.url), 'utf8');

it('docs/hub-simulator.md has a valid scenario and describes every member', () => {
  const [example = ''] = /(?<=```json\n)\{\n {2}"seed".*?(?=```)/s.exec(page) ?? [];
  expect(readScenario(example)).toHaveProperty('scenario');
  const members = Object.keys(SCENARIOS.calm);
  expect(Object.keys(JSON.parse(example) as object).sort()).toEqual([...members].sort());
  for (const member of members) expect(page).toContain(`| \`${member}\` `);
});

it('docs/hub-simulator.md describes every test account', () => {
  for (const account of Object.keys(TEST_ACCOUNTS)) {
    expect(page).toContain(`\`${account.slice(0, 6)} ${account.slice(6)}\``);
  }
});
