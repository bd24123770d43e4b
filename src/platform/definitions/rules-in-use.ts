import type { ValidatorOptions } from 'class-validator';
import { standIn } from '../stand-in';

/** The rules of class-validator that the product has, by file; the others bring a hundred and eighty files of checks. */
const FILES: Readonly<Record<string, string>> = {
  Allow: 'decorator/common/Allow',
  ArrayMaxSize: 'decorator/array/ArrayMaxSize',
  ArrayMinSize: 'decorator/array/ArrayMinSize',
  ArrayNotEmpty: 'decorator/array/ArrayNotEmpty',
  ArrayUnique: 'decorator/array/ArrayUnique',
  IsArray: 'decorator/typechecker/IsArray',
  IsBoolean: 'decorator/typechecker/IsBoolean',
  IsIn: 'decorator/common/IsIn',
  IsInt: 'decorator/typechecker/IsInt',
  IsNumber: 'decorator/typechecker/IsNumber',
  IsObject: 'decorator/typechecker/IsObject',
  IsOptional: 'decorator/common/IsOptional',
  IsString: 'decorator/typechecker/IsString',
  Matches: 'decorator/string/Matches',
  Max: 'decorator/number/Max',
  MaxLength: 'decorator/string/MaxLength',
  Min: 'decorator/number/Min',
  MinLength: 'decorator/string/MinLength',
  Validate: 'decorator/common/Validate',
  ValidateIf: 'decorator/common/ValidateIf',
  ValidateNested: 'decorator/common/ValidateNested',
  ValidatorConstraint: 'decorator/common/Validate',
  getMetadataStorage: 'metadata/MetadataStorage',
  isEmail: 'decorator/string/IsEmail',
};

/** Any other rule is had as well, from the whole of it. */
export function loadRulesInUse(): void {
  const whole = standIn('class-validator', (name) => {
    if (name === 'validate') return validate;
    const file = FILES[name];
    return (file ? require(`class-validator/cjs/${file}`) : whole())[name];
  }) as () => Record<string, unknown>;
}

function validate(object: object, options?: ValidatorOptions): unknown {
  const { Validator } = require('class-validator/cjs/validation/Validator') as typeof import('class-validator');
  return new Validator().validate(object, options);
}
