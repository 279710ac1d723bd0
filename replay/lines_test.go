package replay_test

// There is one function per line of a script's workflow, so that a call site names
// the line: the interpreter's own functions are skipped.

var lines = [...]func(func()){
	nil, line01, line02, line03, line04, line05, line06, line07, line08, line09, line10, line11, line12,
	line13, line14, line15, line16, line17, line18, line19, line20, line21, line22, line23, line24,
}

func line01(f func()) { f() }
func line02(f func()) { f() }
func line03(f func()) { f() }
func line04(f func()) { f() }
func line05(f func()) { f() }
func line06(f func()) { f() }
func line07(f func()) { f() }
func line08(f func()) { f() }
func line09(f func()) { f() }
func line10(f func()) { f() }
func line11(f func()) { f() }
func line12(f func()) { f() }
func line13(f func()) { f() }
func line14(f func()) { f() }
func line15(f func()) { f() }
func line16(f func()) { f() }
func line17(f func()) { f() }
func line18(f func()) { f() }
func line19(f func()) { f() }
func line20(f func()) { f() }
func line21(f func()) { f() }
func line22(f func()) { f() }
func line23(f func()) { f() }
func line24(f func()) { f() }
