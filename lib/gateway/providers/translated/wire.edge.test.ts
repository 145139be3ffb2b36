import { wires } from "../../testing/wire-cases";
import { describeWire, nowhere } from "../../testing/wire-suite";

for (const wire of wires) describeWire("the edge runtime", wire, nowhere);
