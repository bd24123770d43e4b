import { passwordErrors, Passwords, UNKNOWN } from '../../src/platform/passwords';

describe('passwords', () => {
  it.each([
    ['short1', 'at least 12', []],
    ['ääääääääää', 'at least 12', []],
    ['password1234', 'too common', []],
    ['P@ssw0rd2024!', 'too common', []],
    ['qwertyuiop123', 'too common', []],
    ['aaaaaaaaaaaaaa', 'too common', []],
    ['abcabcabcabc', 'too common', []],
    ['abcdefghijklm', 'too common', []],
    ['Skilgrid12345', 'too common', []],
    ['Welcome!2025!', 'too common', []],
    ['Iloveyou-12345', 'too common', []],
    ['x'.repeat(200) + 'yz'.repeat(40), 'at most 256', []],
    ['rao-forklift-77', 'not contain your name', ['asha.rao@plant.example', 'Asha', 'Rao forklift']],
    ['my ASHÁ is here', 'not contain your name', ['Asha']],
  ] as const)('refuses %s', (password, reason, own) => {
    expect(passwordErrors(password, own)[0]?.message).toContain(reason);
  });

  it.each([
    'grey heron over wet slate',
    'Wd7#kq9Lx2!mN',
    '日本語のとても長い合言葉です',
    'purple tiger coffee mountain',
    '👩‍🏭🔧🚜📦🏗️🧯🪜🔩🪛🧰🪚⚙️',
  ])('accepts %s', (password) => {
    expect(passwordErrors(password, ['Asha', 'asha@plant.example', null])).toEqual([]);
  });

  it('knows the right password whole, in whichever form its letters were typed', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('Zoë’s wet slate roof');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.matches('Zoë’s wet slate roof'.normalize('NFD'), stored)).toBe(true);
    expect(await passwords.matches('Zoë’s wet slate roof ', stored)).toBe(false);
    expect(await passwords.matches('zoë’s wet slate roof', stored)).toBe(false);
    const long = `${'long '.repeat(20)}a`;
    expect(await passwords.matches(`${'long '.repeat(20)}b`, await passwords.hash(long))).toBe(false);
  });

  it('matches nothing for an unknown account, nor for an absurd length', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('grey heron over wet slate');
    expect(await passwords.matches('no account has this password', null)).toBe(false);
    expect(await passwords.matches('x'.repeat(1_000_000), stored)).toBe(false);
    expect(await passwords.matches('x'.repeat(1_000_000), null)).toBe(false);
  });

  it('asks of an unknown account the same work as of a known one', async () => {
    const parts = (stored: string) => stored.split('$').map((part, at) => (at < 4 ? part : part.length));
    expect(parts(UNKNOWN)).toEqual(parts(await new Passwords().hash('grey heron over wet slate')));
  });
});
