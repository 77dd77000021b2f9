// Opens the page with the data that its file contains.

import { startPage } from "./page.js";
import { byId } from "./svg.js";

startPage(JSON.parse(byId("data").textContent));
