import { matchesLabel } from '@/components/text-normalization';

describe('options that are searched in the browser', () => {
  it.each([
    ['francais', 'Français', true],
    ['GROSSE', 'Größe', true],
    ['oeuvre', 'Œuvre', true],
    ['счет', 'Счёт', true],
    ['мои', 'Мой', false],
    ['मन', 'मीना', false],
    ['カード', 'ガード', false],
    ['ガ', 'ガード', true],
  ])('%s in %s: %s', (typed, label, isFound) => {
    expect(matchesLabel(typed, { label })).toBe(isFound);
  });
});
