import { expect, test } from 'vitest';
import { frequencyOf, patternOf } from '../../../src/versions/v4.0/frequencies.ts';

const START = { weekday: 2, day: 9 };

test.each([
  ['EvryDay', { Type: 'DAIL' }],
  ['EvryWorkgDay', { Type: 'WODL' }],
  ['IntrvlDay:15', { Type: 'DAIL', PointInTime: '15' }],
  ['IntrvlWkDay:01:03', { Type: 'WEEK', PointInTime: '03' }],
  ['IntrvlWkDay:02:01', { Type: 'FRTN', PointInTime: '01' }],
  ['IntrvlWkDay:04:07', { Type: 'FOWK', PointInTime: '07' }],
  ['IntrvlMnthDay:01:31', { Type: 'MNTH', PointInTime: '31' }],
  ['IntrvlMnthDay:01:-01', { Type: 'MNTH', PointInTime: '-1' }],
  ['IntrvlMnthDay:02:05', { Type: 'TWMH', PointInTime: '05' }],
  ['IntrvlMnthDay:03:-05', { Type: 'QURT', PointInTime: '-5' }],
  ['IntrvlMnthDay:04:05', { Type: 'FOMH', PointInTime: '05' }],
  ['IntrvlMnthDay:05:05', { Type: 'FIMH', PointInTime: '05' }],
  ['IntrvlMnthDay:06:05', { Type: 'MIAN', PointInTime: '05' }],
  ['IntrvlMnthDay:12:05', { Type: 'YEAR', PointInTime: '05' }],
  ['IntrvlMnthDay:24:05', { Type: 'TWYR', PointInTime: '05' }],
  ['IntrvlWkDay:03:03', { Type: 'IntrvlWkDay:03:03' }],
  ['WkInMnthDay:02:03', { Type: 'WkInMnthDay:02:03' }],
  ['QtrDay:ENGLISH', { Type: 'QtrDay:ENGLISH' }],
])('%s has one form in v4.0', (pattern, frequency) => {
  expect(frequencyOf(pattern)).toEqual(frequency);
  expect(patternOf(frequency, START)).toBe(pattern);
});

test.each([
  ['WEEK', 'IntrvlWkDay:01:02'],
  ['FRTN', 'IntrvlWkDay:02:02'],
  ['MNTH', 'IntrvlMnthDay:01:09'],
  ['QURT', 'IntrvlMnthDay:03:09'],
])('%s without a point in time counts from the start', (Type, pattern) => {
  expect(patternOf({ Type }, START)).toBe(pattern);
  expect(patternOf({ Type }, null)).toBeUndefined();
});

test('the last Friday of a month has a code', () => {
  expect(patternOf({ Type: 'LXMH', PointInTime: '05' }, START)).toBe('WkInMnthDay:05:05');
});

test.each([
  { Type: 'ADHO' },
  { Type: 'LWMH', PointInTime: '-1' },
  { Type: 'LXMH' },
  { Type: 'WEEK', PointInTime: '08' },
  { Type: 'MNTH', PointInTime: '32' },
  { Type: 'DAIL', PointInTime: '01' },
  { Type: 'NotKnown' },
])('$Type $PointInTime is not supported', (frequency) => {
  expect(patternOf(frequency, START)).toBeUndefined();
});
