import { dayjs } from '../../admin/src/components/dates';
import { toKeyCommand } from '../../admin/src/features/learner/quiz/quiz-shortcuts';
import { parseClipboard } from '../../admin/src/features/skill-targets/grid/grid-block';
import { personLabel } from '../../admin/src/features/reports/matrix/matrix-labels';

describe('digits of another keyboard', () => {
  it('are read in a date that is typed', () => {
    const typed = dayjs('٢٠٢٦-٠٣-٠١', 'YYYY-MM-DD', true);
    expect([typed.isValid(), typed.format('YYYY-MM-DD')]).toEqual([true, '2026-03-01']);
    expect(dayjs('۲۰۲۶-۰۳-۳۲', 'YYYY-MM-DD', true).isValid()).toBe(false);
  });

  it('choose an option, and are pasted as levels', () => {
    const press = { ctrlKey: false, metaKey: false, altKey: false, tag: 'body', isText: false, isRadio: false };
    expect(toKeyCommand({ ...press, key: '٣' }, true)).toEqual({ kind: 'choose', at: 2 });
    expect(parseClipboard('٣\t४\t٢٫٠\t۷')).toEqual([[3, 4, 2, undefined]]);
  });
});

describe('a person with one name', () => {
  const t = ((_: string, { first_name, last_name }: Record<string, string>) => `${last_name}, ${first_name}`) as never;
  it('is shown without a comma at the head of a matrix row', () =>
    expect(
      [
        { first_name: 'Asha', last_name: 'Rao' },
        { first_name: 'Suharto', last_name: '' },
      ].map((names) => personLabel(names as never, t)),
    ).toEqual(['Rao, Asha', 'Suharto']));
});
