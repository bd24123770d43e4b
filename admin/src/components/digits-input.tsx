import { Input, type InputProps, type InputRef } from 'antd';
import type { Ref } from 'react';
import { toAsciiDigits } from '@contract/digits';

/** antd's Input for a code or a phone number: digits of every script become 0–9 while they are typed. */
export function DigitsInput({ onChange, ...input }: InputProps & { ref?: Ref<InputRef> }) {
  return (
    <Input
      dir="ltr"
      {...input}
      onChange={(event) => {
        // An input method still composes: antd calls again when it has ended.
        if (!(event.nativeEvent as InputEvent).isComposing) event.target.value = toAsciiDigits(event.target.value);
        onChange?.(event);
      }}
    />
  );
}
