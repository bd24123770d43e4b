import { InputNumber, type InputNumberProps } from 'antd';
import { toAsciiNumber } from '@contract/digits';

/** rc-input-number's default parser, after converting digits of every script to 0–9. */
const parseNumber = (text: string | undefined): string => toAsciiNumber(text ?? '').replace(/[^\w.-]+/g, '');

/** antd's InputNumber for digits of every script. */
export function NumberInput(props: InputNumberProps<number>) {
  return <InputNumber<number> parser={parseNumber as unknown as (text: string | undefined) => number} {...props} />;
}
