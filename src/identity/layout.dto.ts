import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { LAYOUT_CHOICES, LAYOUT_DEFAULTS, type Layout, type LayoutName } from '../contract/layout';
import { IsNotNull } from '../platform/definitions/field-rules';
import { ruleError } from '../platform/errors/field-error';

function anyOption(): new () => Partial<Layout> {
  class Options {}
  for (const [name, choices] of Object.entries(LAYOUT_CHOICES) as [LayoutName, readonly string[]][]) {
    ApiProperty({ enum: choices, required: false, default: LAYOUT_DEFAULTS[name] })(Options.prototype, name);
    IsIn([...choices], ruleError('choice', `Choose one of: ${choices.join(', ')}.`, { choices: [...choices] }))(
      Options.prototype,
      name,
    );
    IsNotNull()(Options.prototype, name);
  }
  return Options;
}

/** The theme customizer's options, any of them. */
export class LayoutBody extends anyOption() {}
