import { formatPercent } from '../../admin/src/kit/format';

describe('a percentage', () => {
  it.each([
    [57.14, '57.14%'],
    [67.9, '67.90%'],
    [80, '80%'],
    [0, '0%'],
    [100, '100%'],
  ])('%d reads %s', (value, said) => {
    expect(formatPercent(value, 'en')).toBe(said);
  });
});
