import {
  passwordErrors,
  PasswordService,
  UNKNOWN_ACCOUNT_HASH,
} from '../../src/infrastructure/security/password.service';

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

  it('matches the complete password in any Unicode normalization', async () => {
    const passwordService = new PasswordService();
    const stored = await passwordService.hash('Zoë’s wet slate roof');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordService.matches('Zoë’s wet slate roof'.normalize('NFD'), stored)).toBe(true);
    expect(await passwordService.matches('Zoë’s wet slate roof ', stored)).toBe(false);
    expect(await passwordService.matches('zoë’s wet slate roof', stored)).toBe(false);
    const long = `${'long '.repeat(20)}a`;
    expect(await passwordService.matches(`${'long '.repeat(20)}b`, await passwordService.hash(long))).toBe(false);
  });

  it('does not match for an unknown account or an excessive length', async () => {
    const passwordService = new PasswordService();
    const stored = await passwordService.hash('grey heron over wet slate');
    expect(await passwordService.matches('no account has this password', null)).toBe(false);
    expect(await passwordService.matches('x'.repeat(1_000_000), stored)).toBe(false);
    expect(await passwordService.matches('x'.repeat(1_000_000), null)).toBe(false);
  });

  it('takes the same work for an unknown account as for a known one', async () => {
    const parts = (stored: string) => stored.split('$').map((part, at) => (at < 4 ? part : part.length));
    expect(parts(UNKNOWN_ACCOUNT_HASH)).toEqual(parts(await new PasswordService().hash('grey heron over wet slate')));
  });
});
