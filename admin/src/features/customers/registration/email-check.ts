import type { FormInstance } from 'antd';
import { useRef } from 'react';
import { authApi } from '@/api/auth-api';
import { EMAIL, type Values } from './customer-form';

/**
 * Asks once for each address; answers the server's message when it is taken, else null. `own`: the address that the
 * edited customer has already, which is nobody else's.
 */
export function useEmailCheck(form: FormInstance<Values>, own?: () => string | undefined) {
  const known = useRef(new Map<string, Promise<string | null>>());
  return async (email: string): Promise<string | null> => {
    const key = email.toLowerCase();
    if (!EMAIL.test(email) || key === own?.()?.toLowerCase()) return null;
    let answer = known.current.get(key);
    if (!answer) {
      answer = authApi.emailAvailability(email).then(({ body }) => (body.available ? null : body.message));
      known.current.set(key, answer);
      // A failure is not remembered: the next look asks again.
      answer.catch(() => known.current.delete(key));
    }
    const taken = await answer;
    if (taken) form.setFields([{ name: 'email_primary', errors: [taken] }]);
    return taken;
  };
}
