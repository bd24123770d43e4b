import { isLabelLike } from '@/components/fold';

describe('what the browser itself looks through', () => {
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
    expect(isLabelLike(typed, { label })).toBe(isFound);
  });
});
