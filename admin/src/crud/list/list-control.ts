import { useEffect } from 'react';
import type { Control } from '../module';

/**
 * For antd's list: it lays what it is told also on the frame around its field, where "required" is said of nothing. Whoever
 * comes to the field hears it.
 */
export function useListControl({ 'aria-required': required, ...control }: Control): Control {
  const { id } = control;
  useEffect(() => {
    if (id && required) document.getElementById(id)?.setAttribute('aria-required', 'true');
  }, [id, required]);
  return control;
}
