import { splitName } from '../../src/modules/identity/person-name';
import { derivedToken, openHandle, otpCode, sealHandle } from '../../src/modules/identity/secrets';

const key = Buffer.alloc(32, 7);
const id = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

describe('codes and tokens', () => {
  it('are deterministic, and differ by send number, id and key', () => {
    expect(otpCode(key, id, 1, 6)).toBe(otpCode(Buffer.from(key), id, 1, 6));
    const others = [
      otpCode(key, id, 2, 6),
      otpCode(key, id.replace('0190', '0191'), 1, 6),
      otpCode(Buffer.alloc(32, 8), id, 1, 6),
    ];
    expect(others).not.toContain(otpCode(key, id, 1, 6));
  });

  it('have four or six digits, spread evenly', () => {
    const codes = new Set<string>();
    for (let send = 1; send <= 2000; send++) {
      const code = otpCode(key, id, send, 4);
      expect(code).toMatch(/^\d{4}$/);
      codes.add(code);
    }
    expect(codes.size).toBeGreaterThan(1700);
    expect(otpCode(key, id, 1, 6)).toMatch(/^\d{6}$/);
  });

  it('have 256 bits in links, and differ by purpose', () => {
    expect(Buffer.from(derivedToken(key, 'link', id), 'base64url')).toHaveLength(32);
    expect(derivedToken(key, 'link', id)).not.toBe(derivedToken(key, 'ticket', id));
  });
});

describe('a handle', () => {
  it('decrypts to its content, differs each time, and needs its key', () => {
    const until = Date.UTC(2026, 2, 1);
    const handle = sealHandle(key, id, until);
    expect(openHandle(key, handle)).toEqual({ link_id: id, until });
    expect(sealHandle(key, id, until)).not.toBe(handle);
    expect(openHandle(Buffer.alloc(32, 8), handle)).toBeNull();
  });

  it('does not open when any byte was changed', () => {
    const bytes = Buffer.from(sealHandle(key, id, 1), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const forged = Buffer.from(bytes);
      forged[at] = forged[at]! ^ 1;
      expect(openHandle(key, forged.toString('base64url'))).toBeNull();
    }
    for (const nonsense of ['', '1001', 'a'.repeat(500), '%%%']) expect(openHandle(key, nonsense)).toBeNull();
  });
});

describe('a contact person', () => {
  it.each([
    ['Ines Maria Brandt', 'Ines Maria', 'Brandt'],
    ['  Asha   Rao ', 'Asha', 'Rao'],
    ['Cher', 'Cher', ''],
  ])('%j is %j %j', (person, first_name, last_name) => {
    expect(splitName(person)).toEqual({ first_name, last_name });
  });
});
