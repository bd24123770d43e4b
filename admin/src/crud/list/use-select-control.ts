import { useEffect } from 'react';
import type { ControlProps } from '../resource-module';

/**
 * Control props for antd's Select: antd copies ARIA attributes to the wrapper, where aria-required is invalid, so it is
 * set on the input.
 */
export function useSelectControl({ 'aria-required': required, ...control }: ControlProps): ControlProps {
  const { id } = control;
  useEffect(() => {
    if (id && required) document.getElementById(id)?.setAttribute('aria-required', 'true');
  }, [id, required]);
  return control;
}
