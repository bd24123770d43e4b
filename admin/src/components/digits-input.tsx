import { Input, type InputProps, type InputRef } from 'antd';
import type { Ref } from 'react';
import { toAsciiDigits } from '@contract/digits';

/** antd's Input for codes and phone numbers: converts digits of every script to 0–9 while typing. */
export function DigitsInput({ onChange, ...input }: InputProps & { ref?: Ref<InputRef> }) {
  return (
    <Input
      dir="ltr"
      {...input}
      onChange={(event) => {
        // During composition of an input method the value must not change; antd calls again afterwards.
        if (!(event.nativeEvent as InputEvent).isComposing) event.target.value = toAsciiDigits(event.target.value);
        onChange?.(event);
      }}
    />
  );
}
