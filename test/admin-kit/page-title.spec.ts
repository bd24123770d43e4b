import { createTitleStack } from '../../admin/src/components/page-title';

describe('the title of the tab', () => {
  const appliedTitles: string[] = [];
  const titles = createTitleStack((title) => void appliedTitles.push(title));
  const [list, person] = [
    { title: 'Staff Master', drawOrder: 1 },
    { title: 'Jonas Petersen', drawOrder: 2 },
  ];
  const last = () => appliedTitles.at(-1);

  it('is that of the innermost page, and of the page around it again when that is left', () => {
    titles.enter(list);
    titles.enter(person);
    expect(last()).toBe('Jonas Petersen');
    titles.rename(list, 'Personalstamm');
    expect(last()).toBe('Jonas Petersen');
    titles.leave(person);
    expect(last()).toBe('Personalstamm');
  });

  it('is the innermost one also where both are entered at once, the inner page first', () => {
    const [outer, inner] = [
      { title: 'Add Staff', drawOrder: 4 },
      { title: 'Mara Lindt', drawOrder: 5 },
    ];
    titles.enter(inner);
    titles.enter(outer);
    expect(last()).toBe('Mara Lindt');
    titles.leave(inner);
    titles.leave(outer);
  });

  it('stays while one page takes the place of another', () => {
    titles.leave(list);
    expect(last()).toBe('Personalstamm');
    titles.enter({ title: 'Skil Master', drawOrder: 3 });
    expect(last()).toBe('Skil Master');
  });
});
