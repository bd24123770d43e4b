import { pageTitles } from '../../admin/src/components/page-title';

describe('the title of the tab', () => {
  const heard: string[] = [];
  const titles = pageTitles((title) => void heard.push(title));
  const [list, person] = [
    { title: 'Staff Master', drawn: 1 },
    { title: 'Jonas Petersen', drawn: 2 },
  ];
  const last = () => heard.at(-1);

  it('is that of the innermost page, and of the page around it again when that is left', () => {
    titles.enter(list);
    titles.enter(person);
    expect(last()).toBe('Jonas Petersen');
    titles.rename(list, 'Personalstamm');
    expect(last()).toBe('Jonas Petersen');
    titles.leave(person);
    expect(last()).toBe('Personalstamm');
  });

  it('is the innermost one also where both came at once: what is within hears of it first', () => {
    const [around, within] = [
      { title: 'Add Staff', drawn: 4 },
      { title: 'Mara Lindt', drawn: 5 },
    ];
    titles.enter(within);
    titles.enter(around);
    expect(last()).toBe('Mara Lindt');
    titles.leave(within);
    titles.leave(around);
  });

  it('stays while one page takes the place of another', () => {
    titles.leave(list);
    expect(last()).toBe('Personalstamm');
    titles.enter({ title: 'Skil Master', drawn: 3 });
    expect(last()).toBe('Skil Master');
  });
});
